/*
 * trials.cuh: what else gemm_fp8 was tried with, for bench.cu with -DTRIALS. p: pairs of blocks that share A; s3: three
 * stages, and four buffers for D (o2: two); low: tiles of 128 x 128, six stages; g8: groups of half as many rows; turns:
 * named barriers give each warpgroup its turn at the tensor cores.
 */
#define RUNG s3p
#define STAGES 3
#define OUTS 4
#define CLUSTER 2
namespace s3p {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG p
#define CLUSTER 2
namespace p {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG low
#define STAGES 6
#define HALVES 1
namespace low {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG lowp
#define STAGES 6
#define HALVES 1
#define CLUSTER 2
namespace lowp {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG g8
#define GROUP 8
namespace g8 {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG s3g8
#define STAGES 3
#define OUTS 4
#define GROUP 8
namespace s3g8 {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG s3o2
#define STAGES 3
#define OUTS 2
namespace s3o2 {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG turns
#define TURNS 1
namespace turns {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG turns3
#define TURNS 1
#define STAGES 3
#define OUTS 4
namespace turns3 {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS

#define TRIAL_RUNGS \
    { "s3p", s3p::s3p_fp8, 256 }, \
    { "p", p::p_fp8, 256 }, \
    { "low", low::low_fp8, 128 }, \
    { "lowp", lowp::lowp_fp8, 128 }, \
    { "g8", g8::g8_fp8, 256 }, \
    { "s3g8", s3g8::s3g8_fp8, 256 }, \
    { "s3o2", s3o2::s3o2_fp8, 256 }, \
    { "turns", turns::turns_fp8, 256 }, \
    { "turns3", turns3::turns3_fp8, 256 }
