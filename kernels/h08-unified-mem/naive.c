/* naive.c: the same pager, and plans without a hint or a prefetch. */
#define UM_PLAIN 1
#include "ref.c"
