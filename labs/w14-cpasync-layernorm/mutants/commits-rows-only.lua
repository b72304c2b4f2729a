return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[            copy<1>(to, from, C);
    }
    __pipeline_commit();]],
              [[            copy<1>(to, from, C);
        __pipeline_commit();
    }]]}},
  fails = "correct", message = "mismatch",
  why = "no empty groups: behind the last row the wait counts too few and lets it go",
}
