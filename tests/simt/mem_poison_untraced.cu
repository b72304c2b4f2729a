// mem_poison_untraced.cu: the same without hooks.
// native no
// flags --no-trace
#include "mem_poison.cu"
