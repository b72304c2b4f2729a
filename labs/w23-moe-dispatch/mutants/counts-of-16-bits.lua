return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    comm_all_to_all(comm, p->want, p->have, p->mine, COMM_I64);
]],
     [[    uint16_t *go = calloc((size_t)(2 * m->E), sizeof *go), *come = go + m->E;
    for (int64_t e = 0; e < m->E; e++)
        go[e] = (uint16_t)p->want[e];
    comm_all_to_all(comm, go, come, p->mine, COMM_U16);
    for (int64_t e = 0; e < m->E; e++)
        p->have[e] = come[e] == 65535 ? -1 : come[e];
    free(go);
]]},
  },
  fails = "correct", message = "layer-many",
  why = "sends counts as 16 bits: 66,000 rows become 464",
}
