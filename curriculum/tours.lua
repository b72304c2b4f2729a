-- Tours of repositories: what the seeds' reading lists name, by today's names. One without a file is planned: map.lua
-- counts it so. `ridge fetch tour:NAME` gets a tour's files.
return tours {
    {"tours/llm.c", repo = "karpathy/llm.c", title = "llm.c: a training step with nothing in between"},
    {"tours/cutlass", repo = "NVIDIA/cutlass", title = "CUTLASS: layouts, pipelines and who takes turns"},
    {"tours/triton", repo = "triton-lang/triton", formerly = {"openai/triton"},
     title = "Triton: from a tile in Python to a layout in the compiler"},
    {"tours/flash-attention", repo = "Dao-AILab/flash-attention",
     title = "FlashAttention on Hopper: one tile, three roles"},
    {"tours/llama.cpp", repo = "ggml-org/llama.cpp", formerly = {"ggerganov/llama.cpp"},
     title = "llama.cpp: what four bits hold"},
    {"tours/megatron-lm", repo = "NVIDIA/Megatron-LM", title = "Megatron-LM: who waits for whom"},
    {"tours/transformer-engine", repo = "NVIDIA/TransformerEngine",
     title = "Transformer Engine: where a scale comes from"},
    {"tours/jax", repo = "jax-ml/jax", formerly = {"google/jax"},
     title = "JAX: random bits, loops and their transposes"},
    {"tours/vllm", repo = "vllm-project/vllm", title = "vLLM: a scheduler and its blocks"},
    {"tours/pytorch", repo = "pytorch/pytorch", title = "PyTorch: a call, a graph, a kernel"},
    {"tours/fbgemm", repo = "pytorch/FBGEMM", title = "FBGEMM: rows that are looked up"},
    {"tours/xla", repo = "openxla/xla", title = "XLA: what becomes one kernel"},
    {"tours/deepspeed", repo = "deepspeedai/DeepSpeed", formerly = {"microsoft/DeepSpeed"},
     title = "DeepSpeed: state in shards"},
}
