return mutant {
    base = "reference", file = "paged.c",
    replace = {
        { "    int running[SCHED_MAX], nrun;    /* in order of arrival */\n",
          "    int running[SCHED_MAX], nrun;    /* in order of arrival */\n" ..
          "    int prompt[SCHED_MAX];\n" },
        { "s->known[r->id] = r->prompt;", "s->known[r->id] = s->prompt[r->id] = r->prompt;" },
        { "    bm_free(s->bm, victim);\n",
          "    bm_free(s->bm, victim);\n    s->known[victim] = s->prompt[victim];\n" },
    },
    fails = "correct", message = "generated before",
    why =
      "after preemption only the prompt is computed again; the tokens it had generated are " ..
      "lost",
}
