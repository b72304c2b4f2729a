/* naive.c: ref.c, whose channel asks for a completion and gives a credit back for each message. */
#define CH_SIGNAL 1
#define CH_CREDIT 1
#include "ref.c"
