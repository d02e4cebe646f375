"""Tokens of hosted services: chat, mail, payments, models, and the like."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.secret.plausible import is_credible
from firm_memory.domain.exclusions.secret.rule import secret

SERVICES: Final = (
    secret(
        "service_token",
        r"xox[abcdeoprs](?:\.xox[bp])?-[A-Za-z0-9\-]{10,}",
        r"xapp-[0-9]-[A-Za-z0-9\-]{10,}",
        r"xwfp-[A-Za-z0-9\-]{20,}",
        r"\b[0-9]{8,11}:[A-Za-z0-9_\-]{35}\b",  # Telegram
        r"[MNO][A-Za-z0-9_\-]{23,27}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,}",  # Discord
        r"SG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{16,}",
        r"\bkey-[a-f0-9]{32}\b",
        r"\b[a-f0-9]{32}-us[0-9]{1,2}\b",
        r"x(?:keysib|smtpsib)-[a-f0-9]{40,}",
        r"\bSK[a-f0-9]{32}\b",
        r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}",
        judged=is_credible,
    ),
    secret(
        "payment_token",
        r"(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{16,}",
        r"whsec_[A-Za-z0-9+/=]{20,}",
        r"sq0(?:atp|csp|idp)-[A-Za-z0-9_\-]{22,}",
        r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}",
        r"access-(?:sandbox|development|production)-[a-f0-9\-]{36}",
        r"shp(?:at|ss|ca|pa|ua|tka)_[a-fA-F0-9]{32}",
        r"FLWSECK(?:_TEST)?-[A-Za-z0-9\-]{12,}",
        r"EZ[AT]K[A-Za-z0-9]{54}",
        r"(?:live|test)_(?:pub_)?[a-f0-9]{35}",
        r"shippo_(?:live|test)_[a-f0-9]{40}",
        r"duffel_(?:test|live)_[A-Za-z0-9_\-=]{43}",
        judged=is_credible,
        closed_up=True,
    ),
    secret(
        "model_token",
        r"\bsk-(?:proj-|svcacct-|admin-|None-|ant-[a-z0-9]+-|or-v1-|lf-)?[A-Za-z0-9_\-]{32,}",
        r"sk-ant-[A-Za-z0-9_\-]{20,}",
        r"(?:hf|api_org)_[A-Za-z0-9]{30,}",
        r"gsk_[A-Za-z0-9]{40,}",
        r"r8_[A-Za-z0-9]{30,}",
        r"pplx-[A-Za-z0-9]{40,}",
        r"xai-[A-Za-z0-9]{60,}",
        r"nvapi-[A-Za-z0-9_\-]{50,}",
        r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{8,}",
        r"csk-[a-z0-9]{40,}",
        judged=is_credible,
    ),
    secret(
        "application_token",
        r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}",
        r"(?:\bsecret_[A-Za-z0-9]{40,}|ntn_[A-Za-z0-9]{40,})",
        r"\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}",
        r"fig[dou]r?_[A-Za-z0-9_\-]{36,}",
        r"sl\.(?:u\.)?[A-Za-z0-9_\-]{60,}",
        r"\bEAA[A-Za-z0-9]{80,}",
        r"AAAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{40,}",
        r"sk\.eyJ[A-Za-z0-9_\-]{20,}\.[A-Za-z0-9_\-]{16,}",
        r"(?:sdk|api|mob)-[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12}",
        r"[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}:fx",  # DeepL
        r"CFPAT-[A-Za-z0-9_\-]{40,}",
        r"tfp_[A-Za-z0-9_\-.]{40,}",
        r"phx_[A-Za-z0-9]{40,}",
        r"pnu_[A-Za-z0-9]{36}",
        r"rdme_[a-z0-9]{60,}",
        r"aio_[A-Za-z0-9]{28}",
        r"ubdc?_[A-Za-z0-9]{30,}",
        r"(?:ory_(?:at|rt|st|ac|pat)|sess|rt|at)_[A-Za-z0-9_\-]{40,}",
        judged=is_credible,
    ),
)
