/* naive.c: ref.c, with the GPUs of a ring in the order of their numbers. */
#define IC_SEARCH 0
#include "ref.c"
