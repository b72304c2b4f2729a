// bulk_untraced.cu: bulk_copy.cu in code without hooks, where the runtime knows of no shared array.
// flags --no-trace
#include "bulk_copy.cu"
