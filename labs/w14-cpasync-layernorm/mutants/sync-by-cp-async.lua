return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{[[        *(V *)(to + c) = *(const V *)(from + c);]],
              [[        __pipeline_memcpy_async(to + c, from + c, sizeof(V));
    __pipeline_commit();
    __pipeline_wait_prior(0);]]}},
  fails = "profile", message = "cpa_B",
  why = "step 1 copies with cp.async as well: there is nothing left to measure the others against",
}
