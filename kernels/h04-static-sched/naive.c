/* naive.c: ref.c's places, but a node begins when the one before it has been written. */
#define SS_ORDERS 1
#include "ref.c"
