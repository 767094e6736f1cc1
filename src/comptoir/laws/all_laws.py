"""The list of all laws, and their names as sentences."""

from collections.abc import Callable
from typing import Any

from . import (
    extremes,
    hidden,
    knowing,
    playing,
    running,
    saying,
    scoring,
    subset,
    telling,
    turning,
)

Law = Callable[..., None]

LAWS: list[Law] = [
    subset.rules_keep_to_the_subset,
    saying.nothing_lacks_its_words,
    playing.every_game_ends_and_nothing_is_ever_lost,
    playing.legal_actions_rise_and_all_actors_have_them,
    playing.what_is_not_legal_is_refused_in_both_languages_and_changes_nothing,
    playing.every_refusal_is_by_a_paragraph_of_the_ledger,
    playing.replay_equals_the_original,
    playing.undo_leads_back_to_the_same_table,
    playing.nobody_takes_back_another_seats_move,
    playing.a_deal_forgets_what_lay_on_the_table,
    playing.a_table_of_house_bots_plays_legal_moves_to_the_end,
    extremes.every_extreme_of_an_option_plays_to_the_end,
    saying.what_is_said_reads_back,
    saying.every_event_prompt_and_ending_has_words,
    saying.a_question_offers_only_what_is_legal,
    saying.catalogues_hold_the_same_keys,
    saying.what_a_view_holds_has_a_label,
    saying.every_legal_move_can_be_made_on_the_page,
    saying.every_sealed_choice_is_opened_by_an_event,
    hidden.no_seat_sees_a_hidden_field,
    hidden.what_is_hidden_is_dealt_anew,
    knowing.what_is_asked_only_reads_the_table,
    knowing.what_a_seat_sees_never_depends_on_what_is_hidden_from_it,
    knowing.what_is_imagined_depends_on_knowledge_and_dice_alone,
    knowing.events_tell_a_seat_nothing_hidden,
    telling.no_move_copies_a_secret_into_what_others_see,
    knowing.observations_are_written_in_full,
    knowing.views_made_together_are_those_made_alone,
    knowing.a_view_is_ready_for_json,
    scoring.the_score_of_now_is_the_final_score_if_the_game_ends_at_once,
    scoring.a_seat_can_count_on_the_least_of_a_score,
    running.tables_pack_and_unpack_without_loss,
    running.fields_have_names_that_numpy_leaves_free,
    running.the_house_beats_chance,
    running.house_against_house_rarely_shares_the_victory,
    turning.every_legal_action_is_a_choice_of_its_own,
    turning.bots_choose_alike_from_every_seat,
]
COMPILED: list[Law] = [  # these need compiled kernels: a minute the first time
    running.plain_and_compiled_play_the_same_games,
    running.plain_and_compiled_see_and_imagine_the_same,
    running.the_whole_game_compiles_for_a_gpu,
    turning.the_search_chooses_alike_from_every_seat,
]


def named(law: Any) -> str:
    """Return the name of a law as a sentence without a full stop."""
    return str(law.__name__).replace("_", " ")
