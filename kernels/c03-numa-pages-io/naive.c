/* naive.c: ref.c, whose ring has one request on its way at a time. */
#define SLOTS 1
#include "ref.c"
