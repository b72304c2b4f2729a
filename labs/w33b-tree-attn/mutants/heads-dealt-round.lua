return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {"return (size_t)(r / group) * H + head * group + r % group;",
     "return (size_t)(r / group) * H + r % group * Hkv + head;"},
  },
  fails = "correct", message = "expected, got",
  why = "query head h reads KV head h % Hkv",
}
