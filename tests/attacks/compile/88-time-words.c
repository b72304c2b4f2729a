// attack: has the compiler say what gcc says when a part of it ran out of CPU time, which is held against the reference's
// lab: x01
// expect: ERROR correct, FAIL build
// never: time limit\b(?! exceeded)
// layer: ridge-tool tells how each part of the compiler ended; words are not looked at
#line 1 "\ngcc: fatal error: CPU time limit exceeded signal terminated program cc1\ncompilation terminated.\nx"
#error CPU time limit exceeded
