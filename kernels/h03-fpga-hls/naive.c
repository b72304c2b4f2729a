/* naive.c: as ref.c, with the first order of operations and of FIFOs. */
#define DF_ORDERS 1
#define DF_CUTS 1
#include "ref.c"
