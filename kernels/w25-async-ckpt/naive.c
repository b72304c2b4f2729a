/* naive.c: ref.c, whose shard is written as a whole while training waits. */
#define CKPT_AT_ONCE 1
#include "ref.c"
