-- Shapes of the models that questions and lessons compute with, as plain numbers.
--   L layers, d model width, H query heads, Hkv key/value heads, hd head width, ff feed-forward
--   width, V vocabulary, ctx native context, tied 1 when the output head reuses the embedding,
--   gated 1 for SwiGLU.
-- Mixtures of experts add E routed experts and k chosen per token; latent attention adds kv_rank
-- and rope, the two parts of what it caches per token and layer.

return models {

    gpt2 = { name = "GPT-2 small (124M)", source = "openai-community/gpt2, config.json",
        L = 12, d = 768, H = 12, Hkv = 12, hd = 64, ff = 3072, V = 50257, ctx = 1024,
        tied = 1, gated = 0 },

    llama2_7b = { name = "Llama 2 7B", source = "meta-llama/Llama-2-7b-hf, config.json",
        L = 32, d = 4096, H = 32, Hkv = 32, hd = 128, ff = 11008, V = 32000, ctx = 4096,
        tied = 0, gated = 1 },

    llama2_13b = { name = "Llama 2 13B", source = "meta-llama/Llama-2-13b-hf, config.json",
        L = 40, d = 5120, H = 40, Hkv = 40, hd = 128, ff = 13824, V = 32000, ctx = 4096,
        tied = 0, gated = 1 },

    llama2_70b = { name = "Llama 2 70B", source = "meta-llama/Llama-2-70b-hf, config.json",
        L = 80, d = 8192, H = 64, Hkv = 8, hd = 128, ff = 28672, V = 32000, ctx = 4096,
        tied = 0, gated = 1 },

    llama3_8b = { name = "Llama 3 8B", source = "meta-llama/Meta-Llama-3-8B, config.json",
        L = 32, d = 4096, H = 32, Hkv = 8, hd = 128, ff = 14336, V = 128256, ctx = 8192,
        tied = 0, gated = 1 },

    llama3_70b = { name = "Llama 3 70B", source = "meta-llama/Meta-Llama-3-70B, config.json",
        L = 80, d = 8192, H = 64, Hkv = 8, hd = 128, ff = 28672, V = 128256, ctx = 8192,
        tied = 0, gated = 1 },

    mixtral_8x7b = { name = "Mixtral 8x7B", source = "mistralai/Mixtral-8x7B-v0.1, config.json",
        L = 32, d = 4096, H = 32, Hkv = 8, hd = 128, ff = 14336, V = 32000, ctx = 32768,
        tied = 0, gated = 1, E = 8, k = 2 },

    -- ff is the dense first layer's width; ff_expert is one routed expert's.
    dsv2 = { name = "DeepSeek-V2", source = "deepseek-ai/DeepSeek-V2, config.json",
        L = 60, d = 5120, H = 128, Hkv = 128, hd = 128, ff = 12288, V = 102400, ctx = 131072,
        tied = 0, gated = 1, E = 160, k = 6, shared = 2, ff_expert = 1536,
        kv_rank = 512, q_rank = 1536, rope = 64 },

    -- The grouped-query model that DeepSeek-V2 compares its cache with.
    ds67b = { name = "DeepSeek LLM 67B", source = "deepseek-ai/deepseek-llm-67b-base, config.json",
        L = 95, d = 8192, H = 64, Hkv = 8, hd = 128, ff = 22016, V = 102400, ctx = 4096,
        tied = 0, gated = 1 },
}
