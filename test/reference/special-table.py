"""Writes special-table.json: Q(a, x) and erfc(x) to 50 digits (mpmath, 60 digits of work), with log10."""
import json
import sys
from mpmath import mp, mpf, gammainc, erfc, log10, nstr, sqrt

mp.dps = 60
rows = []
for a in ["0.5", "1", "1.5", "2.5", "3", "4", "4.5", "10", "62.5", "128", "512", "1300.5", "3906", "8192", "16384", "50000", "100000", "1000000"]:
    A = mpf(a)
    for z in [-3, -1, 0, 1, 2, 4, 8, 12]:
        x = A + z * sqrt(A)
        if x <= 0:
            continue
        x = mpf(float(x))
        q = gammainc(A, x, mp.inf, regularized=True)
        rows.append({"f": "igamc", "a": float(A), "x": float(x), "value": nstr(q, 50), "log10": nstr(log10(q), 30)})
for a, x in [(3, 2000), (8192, 20000), (0.5, 5000), (2, 800), (4, 740), (16384, 40000)]:
    q = gammainc(mpf(a), mpf(x), mp.inf, regularized=True)
    rows.append({"f": "igamc", "a": a, "x": x, "value": nstr(q, 50), "log10": nstr(log10(q), 30)})
for x in [0, 0.01, 0.1, 0.5, 1, 1.5, 2, 3, 5, 8, 12, 20, 25, 26, 30, 100, 1000]:
    q = erfc(mpf(x))
    rows.append({"f": "erfc", "a": 0, "x": x, "value": nstr(q, 50), "log10": nstr(log10(q), 30)})
json.dump(rows, sys.stdout, indent=0)
