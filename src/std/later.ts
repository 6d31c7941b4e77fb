/** A time so many milliseconds after another, both in RFC 3339. */
export const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();
