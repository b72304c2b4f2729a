-- Deep dives: twelve chapters that take a subject apart to the bottom, in the order of their numbers. `weeks` are those
-- of the year, `weeks24` those of the track systems24. One without a file is planned: map.lua counts it so.
return deep_dives {
    {"deep/d01", title = "NVIDIA GPU Architecture and Memory Hierarchy", weeks = {2, 13}, weeks24 = {5, 6}},
    {"deep/d02", title = "CUDA From First Kernel to Optimized GEMM", weeks = {9, 14}, weeks24 = {6, 7}},
    {"deep/d03", title = "The Triton GPU DSL", weeks = {9}, weeks24 = {8}},
    {"deep/d04", title = "PyTorch From Tensor to Inductor", weeks = {10, 45, 46}, weeks24 = {9, 10}},
    {"deep/d05", title = "JAX Transformations and the XLA Compiler", weeks = {44, 45}, weeks24 = {11}},
    {"deep/d06", title = "Communication, Parallelism, and Schedule Math", weeks = {7, 8, 20, 47},
     weeks24 = {13, 14, 15, 16}},
    {"deep/d07", title = "Transformer Math and FlashAttention", weeks = {4, 17, 29}, weeks24 = {17}},
    {"deep/d08", title = "Paged Attention, Continuous Batching, vLLM", weeks = {6, 30, 34, 35}, weeks24 = {18}},
    {"deep/d09", title = "Number Formats, AWQ, GPTQ, SmoothQuant, FP8", weeks = {5, 31}, weeks24 = {19}},
    {"deep/d10", title = "Speculative Decoding & Disaggregated Inference", weeks = {5, 33, 34}, weeks24 = {20}},
    {"deep/d11", title = "Floating Point and Training Stability", weeks = {5, 8}, weeks24 = {13, 14, 15, 16}},
    {"deep/d12", title = "Kernel Fusion: Theory, Practice, and the Compilers That Do It For You", weeks = {10, 15},
     weeks24 = {8}},
}
