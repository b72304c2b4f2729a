return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
            r->held[f] += n->give[f];
            if (r->held[f] > r->stat->high[f])
                r->stat->high[f] = r->held[f];
]],
     [[
            r->held[f] += n->give[f];
]]},
    {[[
        p->step += !p->stalled;
    }
]],
     [[
        p->step += !p->stalled;
    }
    for (int f = 0; f < n->fifos; f++)
        if (r->held[f] > r->stat->high[f])
            r->stat->high[f] = r->held[f];
]]},
  },
  fails = "correct", message = "held at most",
  why = "the most is when all have written, not when all have taken",
}
