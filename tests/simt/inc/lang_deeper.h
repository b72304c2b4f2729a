/* Included by lang_part.h. */
#ifndef LANG_DEEPER_H
#define LANG_DEEPER_H
__device__ inline int deeper(int x) { return x * 2 + 1; }
#endif
