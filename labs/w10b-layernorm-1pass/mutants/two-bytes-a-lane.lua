return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"if (C % VEC == 0)", "if (C < 0)"}},
  fails = "profile", message = "g_ld_req",
  why = "right, every sector used, and four times as many load requests as with four elements a lane",
}
