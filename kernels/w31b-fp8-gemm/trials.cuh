/*
 * trials.cuh: what else gemm_fp8 was tried with, for bench.cu with -DTRIALS. s3: three stages, and four buffers for D; low:
 * tiles of 128 x 128, six stages; g8 and g32: groups of half and of twice as many rows; turns: named barriers give each
 * warpgroup its turn at the tensor cores; p: in pairs.
 */
#define RUNG s3
#define STAGES 3
#define OUTS 4
namespace s3 {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
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
#define RUNG g8p
#define CLUSTER 2
#define GROUP 8
namespace g8p {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG g32p
#define CLUSTER 2
#define GROUP 32
namespace g32p {
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
#define RUNG turnsp
#define TURNS 1
#define CLUSTER 2
namespace turnsp {
#include "ref.cu"
}
#undef RUNG
#undef STAGES
#undef CLUSTER
#undef HALVES
#undef OUTS
#undef GROUP
#undef TURNS
#define RUNG turns3p
#define TURNS 1
#define CLUSTER 2
#define STAGES 3
#define OUTS 4
namespace turns3p {
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
    { "s3", s3::s3_fp8, 256 }, \
    { "s3p", s3p::s3p_fp8, 256 }, \
    { "low", low::low_fp8, 128 }, \
    { "lowp", lowp::lowp_fp8, 128 }, \
    { "g8", g8::g8_fp8, 256 }, \
    { "g8p", g8p::g8p_fp8, 256 }, \
    { "g32p", g32p::g32p_fp8, 256 }, \
    { "turns", turns::turns_fp8, 256 }, \
    { "turnsp", turnsp::turnsp_fp8, 256 }, \
    { "turns3p", turns3p::turns3p_fp8, 256 }
