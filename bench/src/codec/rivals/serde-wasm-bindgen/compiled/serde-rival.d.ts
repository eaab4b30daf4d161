/* tslint:disable */
/* eslint-disable */

/**
 * Maps become objects, and what is missing null, as in JSON.
 */
export function decode(bytes: Uint8Array | number[]): any;

export function encode(value: any): Uint8Array;
