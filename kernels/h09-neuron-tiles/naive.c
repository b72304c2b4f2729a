/* naive.c: one slot for operands, one for a finished tile, and one ring. */
#define NT_SLOTS 1
#include "ref.c"
