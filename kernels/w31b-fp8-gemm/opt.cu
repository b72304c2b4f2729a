/*
 * opt.cu: blocks in pairs, one tile beside the other. Both need the same 256 rows of A: each loads half of them, with
 * their scales, and has them delivered to both, so that L2 gives a third less. A stage is empty when the consumers of
 * both blocks say so, at the barriers of both.
 */
#include "lab.h"

#define CLUSTER 2
#include "ref.cu"
