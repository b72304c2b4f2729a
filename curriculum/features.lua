-- The parts of Ridge itself that rows of the seed documents rely on. `built` says whether the
-- part works today; `ridge lab check --map` counts a row as implemented only when everything it
-- names is.

return features {
    -- Reading and teaching
    ["F-READ"]  = { title = "Reading list with hours, order and ticks", built = true },
    ["F-HW"]    = { title = "Hardware cards, each number with its source and date", built = true },
    ["F-DUR"]   = { title = "Durable and ephemeral marks with an as-of date", built = true },
    ["F-NINE"]  = { title = "Lessons in nine sections, checked", built = true },
    ["F-CARD"]  = { title = "Reading cards: text and quiz without a lab", built = true },
    ["F-DEEP"]  = { title = "The twelve deep-dive lessons", built = false },
    ["F-REPO"]  = { title = "Guided tours of source repositories", built = true },
    ["F-FIND"]  = { title = "Search over lessons", built = true },

    -- Finding one's way
    ["F-TRACK"]  = { title = "Tracks, prerequisites, phase locks, hours", built = true },
    ["F-PLACE"]  = { title = "Placement quiz for a new learner", built = true },
    ["F-DECIDE"] = { title = "Quiz: is a learned system the right tool here?", built = true },

    -- Practising
    ["F-PREDICT"] = { title = "Predictions stored before the run, shown beside it", built = true },
    ["F-PROFILE-FIRST"] = { title = "No performance verdict before a stored profile",
        built = true },
    ["F-EX"]     = { title = "Exercise engine with worked answers and a closed-book mode",
        built = false },
    ["F-SRS"]    = { title = "Spaced review with freshly drawn parameters", built = true },
    ["F-COST"]   = { title = "Five-axis cost calculator", built = true },
    ["F-SKETCH"] = { title = "Redraw the roofline from memory", built = true },
    ["F-PROV"]   = { title = "Extra gates for AI-assisted work; tags for untested numbers",
        built = true },

    -- Keeping and showing results
    ["F-HISTORY"]  = { title = "History of runs, profiles and measurements", built = true },
    ["F-ROOFLINE"] = { title = "Roofline plot of your own runs", built = true },
    ["F-ARTIFACT"] = { title = "One exported bundle a part", built = true },
    ["F-TIMELINE"] = { title = "Event timeline viewer", built = true },
    ["F-MEMVIZ"]   = { title = "Allocator snapshot viewer", built = false },

    -- Running code
    ["F-CTRACE"] = { title = "Deterministic cache counters for C", built = true },
    ["F-CUDA"]   = { title = "CUDA labs: compile checks anywhere, native runs on a GPU",
        built = true },
    ["F-SIMT"]   = { title = "SIMT emulator: CUDA on any CPU, exact counters", built = true },
    ["F-VCLOCK"] = { title = "Virtual-time streams, engines and events", built = false },
    ["F-GPUS"]   = { title = "Training on several real GPUs, audited", built = false },
    ["F-RUST"]   = { title = "Labs that are written in Rust", built = false },
    ["F-RANKRT"] = { title = "Ranks in virtual time, with faults and reordering", built = true },
}
