return mutant {
  base = "reference", file = "sgemm.c",
  replace = {
    {"    const int alone = pthread_create(&helper, NULL, run_part, &other);\n    run_part(&mine);\n"
     .. "    if (alone) /* no second thread to be had: do its half here */\n        run_part(&other);\n"
     .. "    else\n        pthread_join(helper, NULL);\n    free(raw);\n",
     "    static struct kernel kept;\n    static struct part job[2];\n    kept = t;\n"
     .. "    job[0] = mine;\n    job[1] = other;\n    for (int x = 0; x < 2; x++) {\n"
     .. "        job[x].t = &kept;\n        if (!pthread_create(&helper, NULL, run_part, &job[x]))\n"
     .. "            pthread_detach(helper);\n    }\n"},
  },
  fails = "correct", message = "sgemm_threads",
  why = "both halves are started and nobody waits for them",
}
