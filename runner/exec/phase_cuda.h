/* phase_cuda.h: what the compiler says of each kernel, as counters of the case "compile". */
#ifndef RUNNER_PHASE_CUDA_H
#define RUNNER_PHASE_CUDA_H

#include "job.h"

/* r: a build that succeeded; its log is ptxas's, its PTX lies beside the object. 0, or -1 with a sentence. */
int cuda_gates(struct job *j, const struct build_result *r, struct err *e);

#endif
