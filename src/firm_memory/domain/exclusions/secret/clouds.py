"""Keys and tokens of clouds and of what runs in them, told by the shape that their makers gave them."""

from __future__ import annotations

from typing import Final

from firm_memory.domain.exclusions.secret.plausible import is_credible
from firm_memory.domain.exclusions.secret.rule import secret

CLOUDS: Final = (
    secret(
        "cloud_key",
        r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
        r"ABSK[A-Za-z0-9+/=]{40,}",  # Bedrock
        r"AIza[0-9A-Za-z_\-]{35}",
        r"GOCSPX-[0-9A-Za-z_\-]{28}",
        r"ya29\.[0-9A-Za-z_\-.]{20,}",
        r"(?i:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{20,}={0,2}",
        r"SharedAccessSignature sr=\S{20,}",
        r"[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.\-]{31,34}",  # Entra applications
        r"LTAI[A-Za-z0-9]{12,24}",  # Alibaba
        r"AKID[A-Za-z0-9]{32}",  # Tencent
        r"AQVN[A-Za-z0-9_\-]{35,}",  # Yandex
        r"YC[A-Z][A-Za-z0-9_\-]{38}",
        r"y[0-3]_[A-Za-z0-9_\-]{50,}",
        r"d(?:op|oo|or)_v1_[a-f0-9]{64}",
        r"HRKU-[A-Za-z0-9_\-]{30,}",
        r"(?:fo1_|fm[12][a-z]?_)[A-Za-z0-9+/_\-]{40,}",
        r"(?:cfk|cfut|cfat)_[A-Za-z0-9]{40,}",
        r"v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}",
        r"nfp_[A-Za-z0-9]{36}",
        r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.\-]{30,}",
        r"sb(?:p|_secret)_[A-Za-z0-9_]{20,}",
        r"napi_[a-z0-9]{40,}",
        judged=is_credible,
        closed_up=True,
    ),
    secret(
        "operations_token",
        r"hv[sbr]\.[A-Za-z0-9_\-]{24,}",
        r"\bs\.[A-Za-z0-9]{24}\b",
        r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_\-]{50,}",
        r"pul-[a-f0-9]{40}",
        r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.\-]{40,}",
        r"ops_eyJ[A-Za-z0-9_\-]{40,}",
        r"dapi[a-h0-9]{32}(?:-[0-9])?",
        r"dose?[a-f0-9]{32}",
        r"tskey-(?:[a-z]+-)?[A-Za-z0-9]+-?[A-Za-z0-9]{10,}",
        r"gl(?:sa|c)_[A-Za-z0-9_=+/]{32,}",
        r"NR(?:AK|AA|AL|JS|II|BR|RA)-[A-Za-z0-9\-]{19,}",
        r"sntr(?:ys|yu)_[A-Za-z0-9+/=_]{40,}",
        r"sha256~[A-Za-z0-9_\-]{43}",  # OpenShift
        r"K10[a-f0-9]{64}::",  # k3s
        r"\b[a-z0-9]{6}\.[a-z0-9]{16}\b",  # kubeadm
        r"SWMTKN-1-[a-z0-9\-]{40,}",
        judged=is_credible,
    ),
)
