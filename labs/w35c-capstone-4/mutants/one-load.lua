return mutant {
  base = "engine.json", file = "engine.json",
  replace = {
    {[==["serve/hidden-serve/goodput":9.2,"serve/hidden-serve/kept_pct":88]==],
     [==["serve/hidden-serve/goodput":14.1,"serve/hidden-serve/kept_pct":46]==]},
    {[==["serve/hidden-serve/goodput":11.6,"serve/hidden-serve/kept_pct":71]==],
     [==["serve/hidden-serve/goodput":14.1,"serve/hidden-serve/kept_pct":46]==]},
  },
  fails = "manifest", message = "1 of 3 attempts",
  why = "one drawn load, told three times, is no spread",
}
