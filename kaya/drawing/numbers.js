// @ts-check
// Numbers as boards and panels show them.

/** 1234 as 1.2k. */
export function short(number) {
  return number < 1000 ? String(number) : number < 1e6 ? `${(number / 1e3).toFixed(number < 1e4 ? 1 : 0)}k` : `${(number / 1e6).toFixed(1)}M`;
}
