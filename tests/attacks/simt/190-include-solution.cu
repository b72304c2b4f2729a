// attack: includes the reference, and what lies above its own folder, through the program that rewrites CUDA
// lab: x02
// expect: ERROR compile, FAIL build
// layer: a stranger's includes are read below the folders of its build alone, before the compiler's box refuses them
#include "@ROOT@/kernels/x02-scale/ref.cu"
