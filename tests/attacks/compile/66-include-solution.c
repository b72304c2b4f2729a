// attack: includes the reference and the oracle
// lab: x01
// expect: ERROR correct, FAIL build
// layer: Landlock: the kernels' folder is no learner's; behind it the empty root
#include "../../../kernels/x01-poly/ref.c"
#include "../kernels/x01-poly/oracle.c"
#include "../solution.c"
