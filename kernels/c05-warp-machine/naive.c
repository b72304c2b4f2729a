/* naive.c: ref.c's machine without its memory of when a warp can issue: each warp is looked at in each cycle. */
#define WM_JUMPS 0
#include "ref.c"
