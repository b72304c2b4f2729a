/*
 * watch.h: has a file of this folder been saved?
 *
 * A state machine without a thread or a loop of its own: wait until watch_fd() is readable or
 * watch_due_ms() have passed, then ask watch_check(). It says yes once for each burst of saves,
 * 200 ms after the last of them, and only when a file's size, time or inode did change: editors
 * that write a temporary file and rename it, touch a lock or keep a swap file cause no false
 * alarm.
 *
 * inotify where the kernel reports on that file system, else polling every half second; `how` says
 * which and, for polling, why. Hidden files, backups and objects are not looked at, nor are
 * folders below.
 */
#ifndef TUI_WATCH_H
#define TUI_WATCH_H

struct watch;

enum { WATCH_QUIET_MS = 200, WATCH_POLL_MS = 500 };

/* NULL when the folder can't be read; *how is then the reason. Otherwise *how is "inotify" or
 * "polling: …"; it lives as long as the watch. */
struct watch *watch_open(const char *dir, const char **how);
void watch_close(struct watch *w); /* accepts NULL */

/* Watches another folder with it, up to eight. One that is not there is asked for again by polling; what `how` says may
 * become that. */
void watch_also(struct watch *w, const char *dir);

int watch_fd(const struct watch *w);     /* -1 when polling */
int watch_due_ms(const struct watch *w); /* until watch_check() has something to do; -1: never */
int watch_check(struct watch *w);        /* 1: saved, and quiet since */

/* Blocks until the next save: 1. 0 when *stop became set (by a signal handler). */
int watch_wait(struct watch *w, volatile int *stop);

#endif
