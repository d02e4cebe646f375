"""Tokens of forges and of registries of packages and images."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.secret.plausible import is_credible
from firm_memory.domain.exclusions.secret.rule import secret

FORGES: Final = (
    secret(
        "forge_token",
        r"gh[pousr]_[A-Za-z0-9]{30,}",
        r"github_pat_[A-Za-z0-9_]{22,}",
        r"gl(?:pat|ptt|dt|rt|rtr|cbt|soat|ft|imt|agent|oas|ffct|wt|ppat)-[A-Za-z0-9_\-.]{20,}",
        r"GR1348941[A-Za-z0-9_\-]{20}",
        r"AT(?:ATT|CTT)3x[A-Za-z0-9_\-=]{40,}",
        r"ATBB[A-Za-z0-9]{28,}",
        r"gt[ao]?_[a-f0-9]{40}",
        r"npm_[A-Za-z0-9]{36}",
        r"pypi-Ag[A-Za-z0-9_\-]{30,}",
        r"rubygems_[a-f0-9]{48}",
        r"\bcio[A-Za-z0-9]{32}\b",
        r"\boy2[a-z0-9]{43}\b",
        r"dckr_(?:pat|oat)_[A-Za-z0-9_\-]{24,}",
        r"\bAKCp[A-Za-z0-9]{50,}",
        r"\bcmVmdGtu[A-Za-z0-9]{40,}",
        r"CLOJARS_[a-z0-9]{50,}",
        r"CCI(?:PAT|PRJ)_[A-Za-z0-9_\-]{30,}",
        r"bk(?:ua|aj|at|cs)_[a-f0-9]{40}",
        r"sq[apu]_[a-f0-9]{40}",
        r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
        r"sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}",
        judged=is_credible,
        closed_up=True,
    ),
)
