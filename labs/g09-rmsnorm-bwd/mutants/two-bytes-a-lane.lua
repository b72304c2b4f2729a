return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[if (C % VEC == 0)
        all_rows<true, true>]==],
              [==[if (C < 0)
        all_rows<true, true>]==]}},
  fails = "profile", message = "g_ld_req",
  why = "right, and every load brings two bytes a lane: four times the requests",
}
