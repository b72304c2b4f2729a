return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[double t0 = 0, t1 = 0;
    for (int leader = first_leader(l, n), next; leader >= 0; leader = next, t0 = t1) {
        next = next_leader(l, n, leader, &t1);]==],
     [==[double t0 = 0, t1 = 0;
    for (int leader = first_leader(l, n), next; leader >= 0; leader = next, t0 = t1) {
        next = next_leader(l, n, leader, &t1);
        t1 = next < 0 ? t1 : ceil(t1 * 100) / 100;]==]},
  },
  fails = "correct",
  why = [[a hundred points of the range: what is cheapest between two of them is not seen]],
}
