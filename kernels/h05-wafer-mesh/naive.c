/* naive.c: ref.c, but each row is one chain from west to east, and its last core has the sums. */
#define WM_TREES 0
#include "ref.c"
