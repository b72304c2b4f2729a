return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[        __pipeline_memcpy_async(to + c, from + c, W * sizeof(float));]],
              [[        for (int k = 0; k < W; k++)
            to[c + k] = from[c + k];]]}},
  fails = "profile", message = "cpa_B",
  why = "the next row comes by ordinary loads: it passes through registers, and waits there",
}
