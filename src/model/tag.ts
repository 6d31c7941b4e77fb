/** One word that a worker says it has, such as node20. */
export const TAG = /^[A-Za-z0-9][\w.+:/@-]{0,99}$/;
