/** Set for the process that holds a detached run: nobody is at its terminal, but people answer from elsewhere. */
export const DETACHED = 'BATON_DETACHED';
