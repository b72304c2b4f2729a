return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[        p->step += !p->stalled;]],
     [[        p->step += !p->stalled && (began || p->begun == n->firings[k] || p->step < p->next);]]},
    {[[
        struct process *p = &r->p[k];
        if (may_begin(r, k)) {]],
     [[
        struct process *p = &r->p[k];
        began = 0;
        if (may_begin(r, k)) {]]},
  },
  fails = "correct", message = "expected",
  why = "what is in the pipeline goes on, whether something new has come or not",
}
