return mutant {
    base = "reference", file = "paged.c",
    replace = { { "while (s->head < s->end && s->nrun < s->cfg.max_batch) {",
                  "while (!out->ndecode && s->head < s->end && s->nrun < s->cfg.max_batch) {" } },
    fails = "correct", message = "left waiting",
    why = "a batch is formed once and runs to its end: slots of finished sequences stay empty",
}
