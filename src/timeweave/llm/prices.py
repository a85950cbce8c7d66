"""What calls cost at list prices, as far as those are known."""

from __future__ import annotations

from timeweave.addresses import split_name


def list_price(name: str, prompt_tokens: int, completion_tokens: int) -> float | None:
    """What a call of the model called ``name`` costs in US dollars; ``None`` where no price is known.

    A model on this machine costs nothing.
    """
    if name.startswith("local:"):
        return 0.0
    try:
        from genai_prices import Usage as Counted
        from genai_prices import calc_price
    except ImportError:  # an own ChatModel, without the extra
        return None
    full_name, url = split_name(name)
    provider, _, model = full_name.partition(":")
    counted = Counted(input_tokens=prompt_tokens, output_tokens=completion_tokens)
    try:
        if url:
            return float(calc_price(counted, model, provider_api_url=url).total_price)
        return float(calc_price(counted, model, provider_id=provider).total_price)
    except LookupError:
        return None
