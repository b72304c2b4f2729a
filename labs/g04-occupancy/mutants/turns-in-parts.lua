return mutant {
  base = "reference", file = "occupancy.cu",
  replace = {{[[over(v->warps, warps) * (v->waits * LATENCY + v->chain)]],
              [[over(v->warps * (v->waits * LATENCY + v->chain), warps)]]}},
  fails = "correct", message = "spent",
  why = "a last turn that is not full is paid for in part",
}
