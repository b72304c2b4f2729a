return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[disp_t *moe_plan(comm_t *comm, const struct moe *m, int64_t T, const int32_t *idx)
{
]],
     [[disp_t *moe_plan(comm_t *comm, const struct moe *m, int64_t T, const int32_t *all)
{
    int32_t *idx = malloc((size_t)(T * m->k) * sizeof *idx + 1);
    for (int64_t k = 0; k < T * m->k; k++) {
        idx[k] = all[k];
        for (int64_t i = k / m->k * m->k; i < k; i++)
            if (all[i] == all[k])
                idx[k] = -1;
    }
]]},
    {[[    placed(p, idx);
]],
     [[    placed(p, idx);
    free(idx);
]]},
  },
  fails = "correct", message = "same-expert",
  why = "sends a token to an expert once, also if it is chosen twice",
}
