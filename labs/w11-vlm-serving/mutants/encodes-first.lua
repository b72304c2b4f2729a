return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[(p->nrun && (p->last != PASS_TEXT || !to_encode(p)))]],
                [[(p->nrun && !to_encode(p))]] } },
    fails = "correct", message = "PLAN_FCFS",
    why = "as long as pictures come, nobody who runs gets a token",
}
