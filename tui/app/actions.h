/*
 * actions.h: everything a key can do, once. The loop looks keys up here, the bottom line and the
 * help screen print from here, and so does the man page (tui_print_actions): they cannot drift
 * apart.
 *
 *   ACTION(NAME, groups, "keys", "label", "what it does")
 *
 * groups: the views that take it; a view names its groups in its ops table. Two actions that share
 * a group share no key (tested). Keys are separated by blanks; "^F" is Ctrl-F; names are those of
 * screen_keys.c. The label is what the bottom line shows; an empty one keeps it off that line.
 *
 * To add one: a line here, and its case in the request() of the views of its groups.
 */
#ifndef TUI_ACTIONS_H
#define TUI_ACTIONS_H

enum action_group {
    GROUP_ALL = 1 << 0,
    GROUP_MOVE = 1 << 1,
    GROUP_HOME = 1 << 2,
    GROUP_WEEK = 1 << 3,
    GROUP_LESSON = 1 << 4,
    GROUP_LAB = 1 << 5,
    GROUP_QUESTIONS = 1 << 6,
    GROUP_HISTORY = 1 << 7,
    GROUP_MAP = 1 << 8,
    GROUP_REVIEW = 1 << 9,
    GROUP_CLASS = 1 << 10,
    GROUP_NOTES = 1 << 11,
    GROUP_LOG = 1 << 12,
    GROUP_BOOKMARKS = 1 << 13,
    GROUP_TIMELINE = 1 << 14,
    GROUP_REPORT = 1 << 15,
    GROUP_WIDE = 1 << 16,  /* pages with lines that may be wider than they are */
    GROUP_SPACE = 1 << 17, /* pages where Space has nothing else to do */
    GROUP_HANDED = 1 << 18, /* pages about what one student handed in */
    GROUP_INTERVIEW = 1 << 19,
    GROUP_TRACKS = 1 << 20,
};

/* clang-format off */
#define ACTIONS                                                                                    \
    ACTION(UP, GROUP_MOVE, "k Up", "", "one line up")                                              \
    ACTION(DOWN, GROUP_MOVE, "j Down", "", "one line down")                                        \
    ACTION(PAGE_UP, GROUP_MOVE, "PgUp ^B", "", "one page up")                                      \
    ACTION(PAGE_DOWN, GROUP_MOVE, "PgDn ^F", "", "one page down")                                  \
    ACTION(TOP, GROUP_MOVE, "g Home", "", "to the first line")                                     \
    ACTION(BOTTOM, GROUP_MOVE, "G End", "", "to the last line")                                    \
    ACTION(OPEN, GROUP_MOVE, "Enter", "open", "open what the mark is on, or fold it")              \
    ACTION(PANE, GROUP_MOVE, "Tab", "pane", "to the next pane of the page")                        \
    ACTION(FIND, GROUP_MOVE, "/", "find", "find a text; at home, words in all pages")             \
    ACTION(FIND_NEXT, GROUP_MOVE, "n", "", "the next place found")                                 \
    ACTION(FIND_PREV, GROUP_MOVE, "N", "", "the place found before")                               \
    ACTION(LEFT, GROUP_MAP | GROUP_CLASS, "h Left", "left", "one cell to the left")                \
    ACTION(RIGHT, GROUP_MAP | GROUP_CLASS, "l Right", "right", "one cell to the right")            \
    ACTION(TRACK, GROUP_HOME | GROUP_MAP, "t", "track", "the tracks: what each is, and which one to follow") \
    ACTION(RESUME, GROUP_HOME, "'", "", "on a new day: the page at which you left Ridge")           \
    ACTION(FILTER, GROUP_CLASS, "f", "filter", "only those of the next status in this lab")        \
    ACTION(FILTER_TEXT, GROUP_CLASS, "F", "text", "only students whose name, key or section has it") \
    ACTION(SORT, GROUP_CLASS, "s", "sort", "by key, name, total, or this lab")                     \
    ACTION(HANDED, GROUP_CLASS | GROUP_HANDED, "v", "source", "what the student handed in, with the numbers of lines") \
    ACTION(HANDED_DIFF, GROUP_CLASS | GROUP_HANDED, "d", "diff", "what the student changed in the skeleton") \
    ACTION(COMMENT, GROUP_HANDED, "c", "comment", "say something of the line, or of all of the work") \
    ACTION(CLASS, GROUP_HOME, "C", "class", "the class, where there is one: students down, labs across")               \
    ACTION(MAP, GROUP_HOME, "m", "map", "the year as a map: what rests on what")                   \
    ACTION(DIFF, GROUP_HISTORY, "d", "diff", "what changed between two attempts")                 \
    ACTION(RESTORE, GROUP_HISTORY, "R", "restore", "put an attempt's files back; yours are kept")  \
    ACTION(TICK, GROUP_WEEK | GROUP_QUESTIONS | GROUP_HISTORY | GROUP_INTERVIEW, "Space", "tick", \
           "tick it off, or choose it")                                                            \
    ACTION(READ_ON, GROUP_SPACE, "Space", "on", "one page on")                                     \
    ACTION(SIDE_LEFT, GROUP_WIDE, "< Left", "", "wide lines back to the left")                     \
    ACTION(SIDE_RIGHT, GROUP_WIDE, "> Right", "more", "wide lines farther to the right: code, tables, differences") \
    ACTION(OUTLINE, GROUP_LESSON, "o", "outline", "the headings beside the text, or not")          \
    ACTION(NEXT, GROUP_LESSON | GROUP_QUESTIONS, "]", "next", "the next heading or question")      \
    ACTION(PREV, GROUP_LESSON | GROUP_QUESTIONS, "[", "", "the heading or question before")        \
    ACTION(FOLD, GROUP_LESSON, "z", "fold", "fold the section, or open it")                        \
    ACTION(FOLD_ALL, GROUP_LESSON, "Z", "", "fold all sections, or open all")                      \
    ACTION(BOOKMARK, GROUP_LESSON | GROUP_BOOKMARKS, "m", "mark", "a bookmark here, or away with it") \
    ACTION(BOOKMARKS, GROUP_HOME | GROUP_LESSON, "M", "", "the bookmarks, of all pages")           \
    ACTION(TICK_SECTION, GROUP_LESSON, "x", "tick", "of a deep dive: tick the section off as read, or not") \
    ACTION(OPEN_FILE, GROUP_LESSON, "e", "file", \
           "of a tour: a file of its order in your editor or pager, at the name that is looked for") \
    ACTION(SOURCES, GROUP_LESSON, "s", "sources", "where the hardware figures of this page are from") \
    ACTION(INTERVIEW, GROUP_LESSON | GROUP_TRACKS, "I", "interview", \
           "a sitting with a closed book: the exercises of a deep dive, or of some of a track")     \
    ACTION(EARLIER, GROUP_QUESTIONS, "K", "", "move an item of an order up")                       \
    ACTION(LATER, GROUP_QUESTIONS, "J", "", "move an item of an order down")                       \
    ACTION(RUN, GROUP_LAB, "r", "run", "build, run and grade what you wrote")                      \
    ACTION(EDIT, GROUP_LAB, "e", "edit", "your file in $VISUAL or $EDITOR")                        \
    ACTION(PROFILE, GROUP_LAB, "p", "profile", "correctness, then count accesses and misses")      \
    ACTION(BENCH, GROUP_LAB, "b", "bench", "correctness, then time it against the reference")      \
    ACTION(ROOFLINE, GROUP_LAB, "f", "roofline", "your timed runs under this machine's ceilings")  \
    ACTION(TIMELINE, GROUP_LAB | GROUP_REPORT, "T", "timeline", "when each rank computed and communicated") \
    ACTION(STOP, GROUP_LAB, "x", "stop", "stop the run")                                           \
    ACTION(CARD, GROUP_LAB, "c", "card", "cost card: say what it will cost before it runs")        \
    ACTION(TASK, GROUP_LAB, "t", "task", "the task")                                               \
    ACTION(RESULTS, GROUP_LAB, "o", "output", "the latest run")                                    \
    ACTION(GIVEN, GROUP_LAB, "s", "given", "what is given: lab.h, the declarations that your file fulfils") \
    ACTION(CHANGES, GROUP_LAB, "d", "diff", "your files against the skeleton")                     \
    ACTION(ENLARGE, GROUP_LAB, "+", "enlarge", "all of the page for its right side, or not")        \
    ACTION(HINT, GROUP_LAB, "h", "hint", "the next hint; how many you took is kept")               \
    ACTION(WATCH, GROUP_LAB, "w", "watch", "run at every save, or not")                            \
    ACTION(RESET, GROUP_LAB, "R", "", "put the skeleton back; a copy of yours is kept")            \
    ACTION(PAPER, GROUP_WEEK, "o", "reading", \
           "open a reading: what `ridge fetch` has kept, else its address in $BROWSER") \
    ACTION(LESSON, GROUP_LAB | GROUP_WEEK, "l", "lesson", "the lesson, or the week as one page")   \
    ACTION(ANSWERS, GROUP_LAB | GROUP_WEEK | GROUP_LESSON, "a", "answers", "the questions")        \
    ACTION(HISTORY, GROUP_HOME | GROUP_WEEK | GROUP_LAB, "H", "history", "attempts and reports")   \
    ACTION(REVIEW, GROUP_HOME | GROUP_WEEK, "v", "review",                                         \
           "what is due: ideas and questions, once more")                                          \
    ACTION(REVEAL, GROUP_REVIEW, "Space", "show", "show the answer")                               \
    ACTION(AGAIN, GROUP_REVIEW, "1", "again", "not known: once more today")                        \
    ACTION(HARD, GROUP_REVIEW, "2", "hard", "known, with effort")                                  \
    ACTION(GOOD, GROUP_REVIEW, "3", "good", "known")                                               \
    ACTION(EASY, GROUP_REVIEW, "4", "easy", "known at once")                                       \
    ACTION(NOTES, GROUP_HOME | GROUP_WEEK | GROUP_LESSON | GROUP_LAB, "i", "notes",                \
           "notes: of this, at home all of them")                                                  \
    ACTION(ADD, GROUP_NOTES, "a", "add", "write a new note in your editor")                        \
    ACTION(DELETE, GROUP_NOTES, "d", "delete", "delete the note, after a question")                \
    ACTION(UNDO, GROUP_NOTES, "u", "undo", "put the note back that was deleted last")              \
    ACTION(LOG, GROUP_HOME, "L", "log", "what happened when, day by day")                          \
    ACTION(COST, GROUP_HOME, "c", "cost", "the cost calculator: a model's step on five axes")      \
    ACTION(EVENT_BEFORE, GROUP_TIMELINE, "h Left", "", "the event before, on this row")            \
    ACTION(EVENT_NEXT, GROUP_TIMELINE, "l Right", "event", "the next event, on this row")          \
    ACTION(ZOOM_IN, GROUP_TIMELINE, "+ =", "closer", "half the time in sight, around the mark")    \
    ACTION(ZOOM_OUT, GROUP_TIMELINE, "-", "farther", "twice the time in sight")                    \
    ACTION(ZOOM_ALL, GROUP_TIMELINE, "0", "all", "the whole time")                                 \
    ACTION(PAN_BACK, GROUP_TIMELINE, "H <", "", "half a page of time back")                        \
    ACTION(PAN_ON, GROUP_TIMELINE, "L >", "on", "half a page of time on")                          \
    ACTION(NEXT_CASE, GROUP_TIMELINE, "c", "case", "the next case that has a timeline")            \
    ACTION(BESIDE, GROUP_TIMELINE, "v", "compare", "another attempt below, under the same scale; none: away with it") \
    ACTION(ONLY, GROUP_LOG, "f", "filter", "show only entries that contain a text")                          \
    ACTION(COMMAND, GROUP_ALL, ":", "command", "all commands and pages, found by a few letters")   \
    ACTION(GLOSSARY, GROUP_ALL, "W", "words", "the glossary: what the words mean")                 \
    ACTION(HELP, GROUP_ALL, "? F1", "keys", "keys of the page, and what they do")                  \
    ACTION(HOME, GROUP_ALL, "~", "", "home, from any page")                                        \
    ACTION(BACK, GROUP_ALL, "q Esc Backspace", "back", "leave this page; at home, after a question, Ridge") \
    ACTION(QUIT, GROUP_ALL, "Q", "quit", \
           "leave Ridge at once; it opens again where you were, on a new day at home")             \
    ACTION(THEME, GROUP_ALL, "^T", "theme", "other colours; the choice is kept")                      \
    ACTION(REDRAW, GROUP_ALL, "^L", "", "draw the screen afresh")
/* clang-format on */

#define ACTION(NAME, groups, keys, label, help) ACTION_##NAME,
enum action { ACTION_NONE, ACTIONS ACTION_COUNT };
#undef ACTION

struct action_info {
    const char *name, *keys, *label, *help;
    unsigned groups;
};

extern const struct action_info action_table[ACTION_COUNT]; /* [ACTION_NONE] is empty */

/* The groups' names, by bit, for help. */
enum { ACTION_GROUPS = 21 };
extern const char *const action_group_names[ACTION_GROUPS];

/* The action of a key (as curses gives it) among these groups, or ACTION_NONE. */
enum action action_of_key(unsigned groups, int is_code, unsigned key);

/* The name of an action's first key: "Enter", "r". `ret` holds at least 16 bytes. */
const char *action_key(enum action a, char *ret);

#endif
