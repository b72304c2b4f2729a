return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
    int first = w->W - at->Q + 1;
    struct row last]],
     [[
    static wm_plan_t made;
    static int H, W;
    if (H == w->H && W == w->W) {
        *plan = made;
        return;
    }
    H = w->H, W = w->W;
    int first = w->W - at->Q + 1;
    struct row last]]},
    {[[
        emit(w, at, i, &t, first, plan);
    }
]],
     [[
        emit(w, at, i, &t, first, plan);
    }
    made = *plan;
]]},
  },
  fails = "correct",
  why = "makes a program once for each size of wafer, and dead cores differ",
}
